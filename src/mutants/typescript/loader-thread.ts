// The hooks of a Node without synchronous ones: they run in a thread of the module loader.
import type { LoadHook, ResolveHook } from 'node:module';
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { codeAt, type Graph, resolvedIn } from './address.js';

const graphs = new Map<string, Graph>();
let port: MessagePort | undefined;

/** A graph is sent before anything of it is imported. */
function receiveGraphs(): void {
  for (;;) {
    const received: { message: Graph } | undefined = port && receiveMessageOnPort(port);
    if (received === undefined) return;
    graphs.set(received.message.id, received.message);
  }
}

/** Called by Node with the port on which graphs come. */
export function initialize(from: MessagePort): void {
  port = from;
}

/** Keeps a module in the instance of what imports it. */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  const resolved = await nextResolve(specifier, context);
  receiveGraphs();
  return { ...resolved, url: resolvedIn(graphs, resolved.url, context.parentURL) };
};

/** Loads the code with the mutants. */
export const load: LoadHook = async (url, context, nextLoad) => {
  receiveGraphs();
  const source = codeAt(graphs, url);
  if (source === undefined) return nextLoad(url, context);
  return { format: 'module', source, shortCircuit: true };
};
