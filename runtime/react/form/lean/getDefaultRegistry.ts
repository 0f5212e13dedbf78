export { default } from '../default-registry.ts';
