// Copies what a button names; the button says that it did.
addEventListener('click', async ({ target }) => {
  const button = target instanceof Element ? target.closest('[data-copy]') : null;
  if (button === null) return;
  await navigator.clipboard.writeText(button.dataset.copy);
  button.textContent = 'Copied';
});
