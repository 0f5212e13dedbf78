/** Data of a flat schema has nothing that is extra: the form holds none at all. */
export default function omitExtraData<T>(
  ...[, , , formData]: readonly [validator: unknown, schema: unknown, root: unknown, formData: T]
): T {
  return formData;
}
export function getUsedFormData<T>(formData: T): T {
  return formData;
}
export function getFieldNames(): readonly string[] {
  return [];
}
export function isValueEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
