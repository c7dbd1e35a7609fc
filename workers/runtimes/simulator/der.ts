// DER, the binary form of certificates, as far as a small certificate authority needs it (X.690).

export function sequence(...items: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(items))
}

export function set(...items: Buffer[]): Buffer {
  return tagged(0x31, Buffer.concat(items))
}

/** A context-specific wrapper around a value: `[0]`, `[3]`. */
export function explicit(tag: number, value: Buffer): Buffer {
  return tagged(0xa0 | tag, value)
}

/** A context-specific value of a type both sides know: the IP addresses and names of a certificate. */
export function implicit(tag: number, value: Buffer): Buffer {
  return tagged(0x80 | tag, value)
}

/** @param bytes big-endian and not negative */
export function integer(bytes: Buffer): Buffer {
  const isNegative = ((bytes[0] ?? 0) & 0x80) !== 0
  return tagged(0x02, isNegative ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
}

export function boolean(value: boolean): Buffer {
  return tagged(0x01, Buffer.from([value ? 0xff : 0]))
}

export function bitString(value: Buffer, unusedBits = 0): Buffer {
  return tagged(0x03, Buffer.concat([Buffer.from([unusedBits]), value]))
}

export function octetString(value: Buffer): Buffer {
  return tagged(0x04, value)
}

export function utf8String(text: string): Buffer {
  return tagged(0x0c, Buffer.from(text))
}

export function generalizedTime(date: Date): Buffer {
  return tagged(0x18, Buffer.from(`${date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`))
}

/** An object identifier in dotted form: the first two numbers share a byte, the others are in base 128. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = [first * 40 + second, ...rest.flatMap(base128)]
  return tagged(0x06, Buffer.from(bytes))
}

function base128(value: number): number[] {
  const bytes = [value & 0x7f]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80)
  return bytes
}

function tagged(tag: number, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), length(value.length), value])
}

function length(size: number): Buffer {
  if (size < 0x80) return Buffer.from([size])
  const bytes: number[] = []
  for (let rest = size; rest > 0; rest >>>= 8) bytes.unshift(rest & 0xff)
  return Buffer.from([0x80 | bytes.length, ...bytes])
}
