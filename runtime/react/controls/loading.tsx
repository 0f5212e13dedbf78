/** Stands where a part of the page will be as soon as it is here. */
export const LoadingHint = () => (
  <p className="hint" role="status">
    Loading
  </p>
);
