/*
 * Workers send the operations of several reconciles in one request: a JSON array of what requests of their own would contain. The
 * response has a line for each operation as soon as it is executed, `0 {"data":{}}`: its index and what the body of a response of its own
 * would be. An operation without a line has not been executed and is to be sent alone: it is new to the server, or its variables are
 * refused.
 */

const mediaType = 'text/x-qleet-responses'

export const joinedContentType = `${mediaType}; charset=utf-8`

/** Reports whether a response has lines, however proxies write its content type. */
export function isJoined(contentType: string): boolean {
  return contentType.split(';')[0]?.trim().toLowerCase() === mediaType
}

/** The most operations of a request. */
export const mostJoined = 100

/** Returns the line for an operation. JSON has no line breaks outside of strings, in which they are escaped. */
export function joinedLine(index: number, response: string): string {
  return `${index} ${response}\n`
}

/** Reads a line without its end. */
export function readJoinedLine(line: string): { index: number; response: string } {
  const end = line.indexOf(' ')
  return { index: Number(line.slice(0, end)), response: line.slice(end + 1) }
}
