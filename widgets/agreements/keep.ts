/** Hands the browser a file to keep. */
export function keep(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = window.document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
