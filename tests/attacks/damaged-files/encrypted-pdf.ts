import { createHash } from 'node:crypto'

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const md5 = (...parts: Uint8Array[]) => createHash('md5').update(Buffer.concat(parts)).digest()

function rc4(key: Uint8Array, bytes: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (one: number, other: number) => {
    const kept = state[one] ?? 0
    state[one] = state[other] ?? 0
    state[other] = kept
  }
  for (let at = 0, other = 0; at < 256; at++) {
    other = (other + (state[at] ?? 0) + (key[at % key.length] ?? 0)) & 255
    swap(at, other)
  }
  const result = Buffer.from(bytes)
  for (let index = 0, at = 0, other = 0; index < result.length; index++) {
    at = (at + 1) & 255
    other = (other + (state[at] ?? 0)) & 255
    swap(at, other)
    result[index] = (bytes[index] ?? 0) ^ (state[((state[at] ?? 0) + (state[other] ?? 0)) & 255] ?? 0)
  }
  return result
}

/**
 * Encrypts the streams of a PDF with the standard security handler, revision 2 (40 bits). Without a password, every
 * program opens it. The strings of the file must be in its streams.
 */
export function encryptPdf(file: Buffer, password: string): Buffer {
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32)
  const id = Buffer.alloc(16, 7)
  const owner = rc4(md5(padding).subarray(0, 5), padded)
  const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff])
  const key = md5(padded, owner, permissions, id).subarray(0, 5)
  const user = rc4(key, padding)
  const objects = [...file.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj\n/g)].map(
    ([, number, body]) => {
      const [head = '', content] = (body ?? '').split('\nstream\n')
      if (content === undefined) return body ?? ''
      const plain = Buffer.from(content.slice(0, -'\nendstream'.length), 'latin1')
      const objectKey = md5(key, Buffer.from([Number(number), 0, 0, 0, 0])).subarray(0, 10)
      return `${head}\nstream\n${rc4(objectKey, plain).toString('latin1')}\nendstream`
    },
  )
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`
  objects.push(`<</Filter/Standard/V 1/R 2/Length 40/P -4/O ${hex(owner)}/U ${hex(user)}>>`)
  let out = '%PDF-1.4\n'
  const places = objects.map((body, index) => {
    const place = out.length
    out += `${index + 1} 0 obj\n${body}\nendobj\n`
    return place
  })
  const start = out.length
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  out += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R/Encrypt ${objects.length} 0 R/ID[${hex(id)}${hex(id)}]>>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(out, 'latin1')
}
