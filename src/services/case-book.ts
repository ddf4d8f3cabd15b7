// The cases and receipts of one review queue, and how many of them it keeps.
import type { Receipt, ReviewCase } from '../contract/review.js';

interface OpenCase {
  readonly shown: ReviewCase;
  readonly receipt?: undefined;
}

interface DecidedCase {
  readonly shown?: ReviewCase;
  readonly receipt: Receipt;
}

interface NoCase {
  readonly shown?: undefined;
  readonly receipt?: undefined;
}

/** What a queue knows of a case id: an open case, how it was decided, or nothing. */
export type KeptCase = OpenCase | DecidedCase | NoCase;

/** What a queue keeps, by case id. */
export interface CaseBook {
  find(caseId: string): KeptCase;
  /** Keeps a case; `now` is the time at which a crowded book looks for expired ones. */
  open(shown: ReviewCase, now: number): ReviewCase;
  /** Keeps the receipt for as long as the queue lives. */
  decide(shown: ReviewCase, receipt: Receipt): Receipt;
  drop(caseId: string): void;
}

const nothing: KeptCase = Object.freeze({});

/** Entries a book holds before it drops anything by itself. */
export const roomyBook = 65_536;

/**
 * A book that drops nothing by itself until it holds `room` entries. Then opening a case drops
 * the undecided ones that expired by then, and of the decided ones all but the receipt; the next
 * such sweep comes when the book has doubled, so that opening stays cheap.
 */
export function createCaseBook(
  isExpired: (shown: ReviewCase, now: number) => boolean,
  room = roomyBook,
): CaseBook {
  const kept = new Map<string, OpenCase | DecidedCase>();
  let sweepAt = room;

  function sweep(now: number): void {
    for (const [caseId, entry] of kept) {
      if (entry.receipt !== undefined) kept.set(caseId, { receipt: entry.receipt });
      else if (isExpired(entry.shown, now)) kept.delete(caseId);
    }
    sweepAt = Math.max(room, 2 * kept.size);
  }

  return {
    find: (caseId) => kept.get(caseId) ?? nothing,
    open(shown, now) {
      if (kept.size >= sweepAt) sweep(now);
      kept.set(shown.id, { shown });
      return shown;
    },
    decide(shown, receipt) {
      kept.set(shown.id, { shown, receipt });
      return receipt;
    },
    drop(caseId) {
      kept.delete(caseId);
    },
  };
}
