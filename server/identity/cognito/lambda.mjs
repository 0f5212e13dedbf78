/**
 * The Lambda behind every trigger of the user pool, to be uploaded as it is (Node 20 and later). IDENTITY_DOOR is
 * `https://<site>/webhooks/identity`, IDENTITY_TRIGGERS the secret that the site has under the same name.
 * @param {object} event as the vendor sends it
 */
export const handler = async (event) => {
  const { IDENTITY_DOOR: door, IDENTITY_TRIGGERS: secret } = process.env;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` };
  const answer = await fetch(door, { method: 'POST', headers, body: JSON.stringify(event) });
  const { response, refused } = await answer.json();
  if (response === undefined) throw new Error(refused ?? `The site answers ${answer.status}`);
  return { ...event, response };
};
