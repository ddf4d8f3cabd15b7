// Whether a situation was met often enough, judged statistically and not by a bare share.

/** 99 % of a normal distribution lies below this many standard deviations. */
const z = 2.326;

/** The highest share that `met` of `all` is still compatible with (Wilson's upper bound, 99 %). */
export function highestShare(met: number, all: number): number {
  if (all === 0) return 0;
  const share = met / all;
  const centre = share + (z * z) / (2 * all);
  const spread = z * Math.sqrt((share * (1 - share) + (z * z) / (4 * all)) / all);
  return (centre + spread) / (1 + (z * z) / all);
}

/** True unless so few sequences met it that the wanted share can be ruled out. */
export const isEnough = (met: number, all: number, minimumShare: number): boolean =>
  met > 0 && highestShare(met, all) >= minimumShare;
