/**
 * Does something once what is drawn now has been seen: what nobody needs for it does not delay it. An effect is no such
 * moment, for React runs those of a page that a store changed before it is painted.
 * @returns leaves it, where it was not done yet
 */
export function afterPaint(work: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(work);
  });
  return () => cancelAnimationFrame(frame);
}
