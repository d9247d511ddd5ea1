import { expect, test } from 'vitest'
import { z } from 'zod'
import { writePayload, writeStored } from '../effects/written.ts'
import { readPayload } from '../services/verification-payload.ts'
import { payload, UnknownPayload } from './payload.ts'

const shape = z.object({ count: z.number() })

test('a payload is read as it was written, and parsed', () => {
  const counted = payload(shape, 2)
  expect(counted.write({ count: 3 })).toEqual({ count: 3, version: 2 })
  expect(counted.read({ count: 3, version: 2 })).toEqual({ count: 3 })
  expect(() => counted.read({ count: 'three', version: 2 })).toThrow(z.ZodError)
})

test('a payload of an earlier version is converted, also one from before versions were written', () => {
  const counted = payload(shape, 2, { 1: ({ text }) => ({ count: Number(text) }) })
  expect(counted.read({ text: '7', version: 1 })).toEqual({ count: 7 })
  expect(counted.read({ text: '7' })).toEqual({ count: 7 })
})

test('a payload of a version that is not known is refused', () => {
  expect(() => payload(shape, 2).read({ count: 3, version: 3 })).toThrow(UnknownPayload)
  expect(() => payload(shape, 2).read({ count: 3 })).toThrow(UnknownPayload)
})

test('a message from before versions were written is sent, and one of a newer server is not', () => {
  const message = { to: 'ana@clinic.example', template: 'code', values: { code: '123456' } }
  expect(writeStored('mail', message).text).toContain('123456')
  const written = writePayload('mail', { ...message, template: 'code', values: { code: '123456' } })
  expect(written).toMatchObject({ version: 1, uselessAfter: null })
  expect(writeStored('mail', JSON.parse(JSON.stringify(written))).text).toContain('123456')
  expect(() => writeStored('mail', { ...message, version: 99 })).toThrow(UnknownPayload)
})

test('a registration from before phones were taken is one by email', () => {
  const earlier = { channel: 'mail', to: 'ana@clinic.example' }
  const request = { email: 'ana@clinic.example', passwordHash: 'hash', name: null }
  expect(readPayload('register', { ...earlier, request }).request).toEqual({
    contact: earlier,
    passwordHash: 'hash',
    name: null,
  })
})

test('a request of another purpose is refused', () => {
  const stored = { channel: 'mail', to: 'ana@clinic.example', request: { method: 'email' }, version: 2 }
  expect(readPayload('second-factor', stored).request).toEqual({ method: 'email' })
  expect(() => readPayload('link', stored)).toThrow(z.ZodError)
})
