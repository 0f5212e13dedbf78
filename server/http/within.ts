/**
 * Whether something answers in time. An embedded database hangs after a full disk: whoever asks whether the server is
 * ready must hear no soon, not wait with it.
 */
export async function answersWithin(ms: number, ask: () => Promise<unknown>): Promise<boolean> {
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    late = setTimeout(() => resolve(false), ms);
  });
  const answered = ask().then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answered, tooLate]);
  } finally {
    clearTimeout(late);
  }
}
