// What the user can put right: one sentence instead of a stack.

/** A wrong command, path or adapter; its message is the sentence that is printed (exit code 2). */
export class Usage extends Error {}

/** The message of anything thrown, on one line and without the full stop at its end. */
export function reasonOf(thrown: unknown): string {
  let message: string;
  try {
    message = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  } catch {
    message = 'something that cannot be described';
  }
  const line = message.replace(/\s+/gu, ' ').trim().replace(/\.$/u, '');
  return [...line].length <= 300 ? line : `${[...line].slice(0, 300).join('')}…`;
}

/** The code of a system error, e.g. `ENOENT`. */
export const codeOf = (thrown: unknown): string | undefined => {
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown && thrown.code;
  return typeof code === 'string' ? code : undefined;
};

/** What a system error means for a path, in a few words. */
export function pathTrouble(thrown: unknown): string {
  switch (codeOf(thrown)) {
    case 'ENOENT':
      return 'it is not there';
    case 'EISDIR':
      return 'it is a folder';
    case 'ENOTDIR':
    case 'EEXIST':
      return 'a part of its path is a file';
    case 'EACCES':
    case 'EPERM':
      return 'access is denied';
    case 'EROFS':
      return 'the file system is read-only';
    case 'ENOSPC':
      return 'the disk is full';
    default:
      return reasonOf(thrown);
  }
}
