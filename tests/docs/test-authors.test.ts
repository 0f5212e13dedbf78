import { follow } from './follow.ts';

follow('test-authors.md');
