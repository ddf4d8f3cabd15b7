// Makes Node load the mutated code of a graph: in this thread, and once for all graphs.
import * as nodeModule from 'node:module';
import { MessageChannel } from 'node:worker_threads';
import { codeAt, type Graph, resolvedIn } from './address.js';

interface Resolved {
  readonly url: string;
}

/** The part of Node's synchronous hooks that is needed; Node 20 does not have them. */
interface SyncHooks {
  resolve(
    specifier: string,
    context: { readonly parentURL?: string },
    next: (specifier: string, context: object) => Resolved,
  ): Resolved;
  load(url: string, context: object, next: (url: string, context: object) => object): object;
}

interface NewerModule {
  readonly registerHooks?: (hooks: SyncHooks) => unknown;
}

type Publish = (graph: Graph) => void;

const graphs = new Map<string, Graph>();

const hooks: SyncHooks = {
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    return { ...resolved, url: resolvedIn(graphs, resolved.url, context.parentURL) };
  },
  load(url, context, next) {
    const source = codeAt(graphs, url);
    return source === undefined
      ? next(url, context)
      : { format: 'module', source, shortCircuit: true };
  },
};

/** What Node loads in the thread of its loader was compiled. */
function threadModule(): string {
  const built = new URL('loader-thread.js', import.meta.url).href;
  if (!import.meta.url.endsWith('.ts')) return built;
  return built.replace(/\/src\/(?=mutants\/typescript\/)/, '/dist/src/');
}

function registerInThread(): Publish {
  const { port1, port2 } = new MessageChannel();
  port1.unref();
  nodeModule.register(threadModule(), { data: port2, transferList: [port2] });
  return (graph) => {
    port1.postMessage(graph);
  };
}

function registerHere(registerHooks: (hooks: SyncHooks) => unknown): Publish {
  registerHooks(hooks);
  return (graph) => {
    graphs.set(graph.id, graph);
  };
}

let registered: Publish | undefined;

/** Registers the hooks where they are not registered yet. */
export function openLoader(): Publish {
  const { registerHooks } = nodeModule as NewerModule;
  registered ??= registerHooks === undefined ? registerInThread() : registerHere(registerHooks);
  return registered;
}
