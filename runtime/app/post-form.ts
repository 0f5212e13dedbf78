/** Leaves for another site with a form: what it holds stands in the body of the request, never in an address. */
export function postForm(page: Document, url: string, fields: Readonly<Record<string, string>>): void {
  const form = Object.assign(page.createElement('form'), { method: 'post', action: url, hidden: true });
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(page.createElement('input'), { type: 'hidden', name, value }));
  page.body.append(form);
  form.submit();
  form.remove();
}
