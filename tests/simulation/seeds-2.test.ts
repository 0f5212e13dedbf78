import { simulates } from './slice.ts';

simulates(101, 100);
