/* The tokens by which modules know who sends a request. */

/** The path of the public keys, as a JSON Web Key Set: https://www.rfc-editor.org/rfc/rfc7517 */
export const keysPath = '/.well-known/jwks.json'

/** The issuer of the tokens. */
export const tokenIssuer = 'qleetos'

/** The seconds for which a token is valid. */
export const tokenSeconds = 60
