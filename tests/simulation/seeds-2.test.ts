import { simulates } from './slice.ts';

simulates(51, 50);
