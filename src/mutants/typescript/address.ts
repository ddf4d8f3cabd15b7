// How an instance of a module graph is told from others: by a parameter in the URL of each module.

/** A graph as the module loader needs it. */
export interface Graph {
  readonly id: string;
  /** URLs without query of the modules each instance has for itself. */
  readonly modules: ReadonlySet<string>;
  /** By URL without query: what is loaded in place of the file. */
  readonly code: ReadonlyMap<string, string>;
}

/** By id. */
export type Graphs = ReadonlyMap<string, Graph>;

const parameter = 'touchstone-mutants';
const label = /[?&]touchstone-mutants=(?<graph>\d+)\.\d+/;
const resolver = `${parameter}=resolver`;

function withParameter(url: string, text: string): string {
  const address = new URL(url);
  address.search = address.search === '' ? text : `${address.search}&${text}`;
  return address.href;
}

/** A URL without query and hash. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

/** The URL of a module in one instance of a graph. */
export function addressIn(url: string, graph: string, instance: number): string {
  return withParameter(url, `${parameter}=${graph}.${instance}`);
}

/** The URL of a module that stands where another one stands, to resolve what that one imports. */
export function resolverAt(url: string): string {
  return withParameter(url, resolver);
}

function graphAt(url: string, graphs: Graphs): Graph | undefined {
  const id = label.exec(url)?.groups?.['graph'];
  return id === undefined ? undefined : graphs.get(id);
}

/** Where an import leads: a module of a graph finds others in its own instance. */
export function resolvedIn(graphs: Graphs, url: string, parent: string | undefined): string {
  const graph = parent === undefined ? undefined : graphAt(parent, graphs);
  if (parent === undefined || graph === undefined || label.test(url)) return url;
  const text = label.exec(parent)?.[0].slice(1) ?? '';
  return graph.modules.has(withoutQuery(url)) ? withParameter(url, text) : url;
}

/** The text to load at a URL, or undefined where the file itself is right. */
export function codeAt(graphs: Graphs, url: string): string | undefined {
  if (url.includes(resolver)) return 'export const resolve = (name) => import.meta.resolve(name);';
  return graphAt(url, graphs)?.code.get(withoutQuery(url));
}
