import { follow } from './follow.ts';

follow('analysts.md');
