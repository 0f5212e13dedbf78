/** Leaves for another site with a form: what it holds stands in the body of the request, never in an address. */
export function postForm(page: Document, url: string, fields: Readonly<Record<string, string>>): void {
  const form = page.createElement('form');
  form.method = 'post';
  form.action = url;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const input = page.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  page.body.append(form);
  form.submit();
  form.remove();
}
