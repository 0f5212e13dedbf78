// What is chosen is told to the page around, which checks where it comes from.
for (const button of document.querySelectorAll('button'))
  button.addEventListener('click', () => window.parent.postMessage({ ...button.dataset }, '*'));
