import { useSay } from '../words.tsx';

/** Stands where a part of the page will be soon; by `data-loading` a page says that it is not at rest. */
export function LoadingHint() {
  const say = useSay();
  return (
    <p className="hint" role="status" data-loading>
      {say('page.loading')}
    </p>
  );
}
