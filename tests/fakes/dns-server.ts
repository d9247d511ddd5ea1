import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'

/** A DNS server that answers every question for an IPv4 address, and has no IPv6 addresses. */
export interface FakeDns {
  /** As `address:port`. */
  address: string
  /** The questions for IPv4 addresses, in the order of arrival. */
  asked: string[]
  /** The answers, one for each question; the last one is repeated. Each answer is a list of IPv4 addresses. */
  answers: string[][]
  close(): Promise<void>
}

const typeA = 1

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

/** Returns the answer (RFC 1035) to the question in `message`, with these addresses. `end`: where the name ends. */
function answerTo(message: Buffer, end: number, addresses: string[]): Buffer {
  const head = Buffer.alloc(12)
  message.copy(head, 0, 0, 2)
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(addresses.length, 6)
  const records = addresses.map((address) =>
    // The bytes: a pointer to the name in the question, type A, class IN, a lifetime of 0 s (not to be cached), and the
    // length of the address (4).
    Buffer.from([0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  )
  return Buffer.concat([head, message.subarray(12, end + 4), ...records])
}

export async function startFakeDns(...answers: string[][]): Promise<FakeDns> {
  const socket = createSocket('udp4')
  const dns: FakeDns = {
    address: '',
    asked: [],
    answers,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
  socket.on('message', (message, from) => {
    const { name, end } = nameIn(message)
    const isForIpv4 = message.readUInt16BE(end) === typeA
    const addresses = isForIpv4 ? (dns.answers[Math.min(dns.asked.length, dns.answers.length - 1)] ?? []) : []
    if (isForIpv4) dns.asked.push(name)
    socket.send(answerTo(message, end, addresses), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address() as AddressInfo
  dns.address = `127.0.0.1:${port}`
  return dns
}
