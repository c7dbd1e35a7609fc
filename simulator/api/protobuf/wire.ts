/** One field of a protobuf message: a number, or bytes that may be a string or another message. */
export interface WireField {
  number: number
  value: bigint | Buffer
}

/**
 * Returns the fields of a message in the order in which they were written
 * (https://protobuf.dev/programming-guides/encoding).
 */
export function readMessage(message: Buffer): WireField[] {
  const fields: WireField[] = []
  let at = 0

  function varint(): bigint {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++]
      if (byte === undefined) throw new RangeError('a protobuf message ends in the middle of a number')
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }

  function bytes(length: number): Buffer {
    if (at + length > message.length) throw new RangeError('a protobuf message ends in the middle of a field')
    at += length
    return message.subarray(at - length, at)
  }

  while (at < message.length) {
    const tag = Number(varint())
    const number = tag >>> 3
    switch (tag & 7) {
      case 0:
        fields.push({ number, value: varint() })
        break
      case 1:
        fields.push({ number, value: bytes(8) })
        break
      case 2:
        fields.push({ number, value: bytes(Number(varint())) })
        break
      case 5:
        fields.push({ number, value: bytes(4) })
        break
      default:
        throw new RangeError(`a protobuf message has a field of wire type ${tag & 7}`)
    }
  }
  return fields
}
