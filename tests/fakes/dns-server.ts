import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'

/** A DNS server that answers every question for an IPv4 address, and has no IPv6 addresses. It has the TXT records that a test sets. */
export interface FakeDns {
  /** As `address:port`. */
  address: string
  /** The questions for IPv4 addresses, in the order of arrival. */
  asked: string[]
  /** The answers, one for each question; the last one is repeated. Each answer is a list of IPv4 addresses. */
  answers: string[][]
  /** The TXT records by name. */
  texts: Map<string, string[]>
  close(): Promise<void>
}

const typeA = 1
const typeText = 16

/** Returns the name that a DNS question asks for, and the offset of the first byte after the name. */
function nameIn(message: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), end: at + 1 }
}

/** Returns the answer (RFC 1035) to the question in `message`, with these data. `end`: where the name ends. */
function answerTo(message: Buffer, end: number, type: number, data: Buffer[]): Buffer {
  const head = Buffer.alloc(12)
  message.copy(head, 0, 0, 2)
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 6)
  const records = data.map((each) =>
    // The bytes: a pointer to the name in the question, the type, class IN, a lifetime of 0 s (not to be cached), and
    // the length of the data.
    Buffer.concat([Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, each.length]), each]),
  )
  return Buffer.concat([head, message.subarray(12, end + 4), ...records])
}

const bytesOf = (address: string) => Buffer.from(address.split('.').map(Number))
/** A TXT record of one part. `text` has at most 255 bytes. */
const textRecord = (text: string) => Buffer.from([Buffer.byteLength(text), ...Buffer.from(text)])

export async function startFakeDns(...answers: string[][]): Promise<FakeDns> {
  const socket = createSocket('udp4')
  const dns: FakeDns = {
    address: '',
    asked: [],
    answers,
    texts: new Map(),
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
  socket.on('message', (message, from) => {
    const { name, end } = nameIn(message)
    const type = message.readUInt16BE(end)
    const isForIpv4 = type === typeA
    const addresses = isForIpv4 ? (dns.answers[Math.min(dns.asked.length, dns.answers.length - 1)] ?? []) : []
    if (isForIpv4) dns.asked.push(name)
    const texts = type === typeText ? (dns.texts.get(name) ?? []) : []
    const data = [...addresses.map(bytesOf), ...texts.map(textRecord)]
    socket.send(answerTo(message, end, type, data), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address() as AddressInfo
  dns.address = `127.0.0.1:${port}`
  return dns
}
