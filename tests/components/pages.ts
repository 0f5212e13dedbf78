/** The pages of the components, and the states in which each stands; `main.tsx` comes to them. */
export const componentPages: Readonly<Record<string, readonly string[]>> = {
  controls: ['empty', 'filled', 'wrong', 'missing', 'locked', 'read-only', 'long', 'right-to-left'],
  blocks: ['empty', 'wrong', 'busy', 'saving', 'offline', 'refused', 'told', 'dialog', 'right-to-left'],
  widgets: ['first', 'second', 'third', 'fourth', 'wrong', 'locked', 'right-to-left'],
};
