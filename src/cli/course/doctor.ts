// `touchstone course doctor`: whether this machine has what the course needs, in plain sentences.
import { createRequire } from 'node:module';
import { probe } from '../files.js';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Terminal } from '../terminal.js';
import { pathTrouble, reasonOf } from '../usage.js';
import type { Session } from './session.js';

export interface Finding {
  readonly fine: boolean;
  readonly what: string;
  /** What to do. */
  readonly remedy?: string;
}

const wantedNode: readonly [number, number] = [20, 19];

function nodeFinding(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [wantedMajor, wantedMinor] = wantedNode;
  const fine = major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
  const what = `Node ${process.versions.node}`;
  return fine
    ? { fine, what }
    : { fine, what, remedy: `Install Node ${wantedMajor}.${wantedMinor} or later.` };
}

async function sqliteFinding(): Promise<Finding> {
  try {
    const { openSqliteStore } = await import('../../index.js');
    const store = openSqliteStore({ path: ':memory:' });
    await store.close();
    return { fine: true, what: 'SQLite opens' };
  } catch (thrown) {
    return { fine: false, what: `SQLite: ${reasonOf(thrown)}`, remedy: 'Run npm ci once more.' };
  }
}

function compilerFinding(): Finding {
  try {
    createRequire(import.meta.url).resolve('@babel/preset-typescript');
    return { fine: true, what: 'TypeScript can be loaded' };
  } catch {
    return { fine: false, what: 'TypeScript cannot be loaded', remedy: 'Run npm ci once more.' };
  }
}

async function folderFinding(session: Session): Promise<Finding> {
  const { root } = session.workspace;
  try {
    await mkdir(root, { recursive: true });
    await probe(join(root, 'probe'));
    return { fine: true, what: 'work/ can be written' };
  } catch (thrown) {
    return {
      fine: false,
      what: `work/ cannot be written: ${pathTrouble(thrown)}`,
      remedy: 'Make room, or change to a folder you may write to.',
    };
  }
}

/** Looks at everything; nothing is changed. */
export async function findings(session: Session, terminal: Terminal): Promise<readonly Finding[]> {
  return [
    nodeFinding(),
    await sqliteFinding(),
    compilerFinding(),
    await folderFinding(session),
    { fine: session.lessons.length > 0, what: `${session.lessons.length} lessons` },
    {
      fine: true,
      what:
        terminal.live === undefined
          ? 'no terminal to watch in: use the single commands'
          : 'a terminal to watch in',
    },
  ];
}
