/** A flat schema has no condition. */
export default function schemaHasNestedConditional(): boolean {
  return false;
}
