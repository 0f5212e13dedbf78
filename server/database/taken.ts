/** Whether a unique key is there already (PostgreSQL's unique_violation). */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
