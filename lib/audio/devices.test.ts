import { expect, test, vi } from 'vitest'
import { eventually } from '../../tests/eventually.ts'
import type { AudioDevice } from '../contracts/audio.ts'
import { browserAudioDevice, type DeviceSource, listAudioDevices, watchAudioDevices } from './devices.ts'

type Input = Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'label'>

class Devices extends EventTarget implements Omit<DeviceSource, 'enumerateDevices'> {
  inputs: Input[]
  failure: Error | null = null
  constructor(inputs: Input[]) {
    super()
    this.inputs = inputs
  }
  async enumerateDevices(): Promise<MediaDeviceInfo[]> {
    if (this.failure) throw this.failure
    return this.inputs.map((input) => ({ ...input, groupId: '', toJSON: () => input }))
  }
}
const desk: Input = { kind: 'audioinput', deviceId: 'a', label: 'Desk microphone' }
const speaker: Input = { kind: 'audiooutput', deviceId: 'b', label: 'Speaker' }

test('microphones are listed with their labels, the audio of the tab last, and outputs not at all', async () => {
  expect(await listAudioDevices(new Devices([desk, speaker]))).toEqual([
    { deviceId: 'a', label: 'Desk microphone', browserAudio: false },
    browserAudioDevice,
  ])
})

test('before the microphone was allowed, entries have numbers instead of blank labels', async () => {
  const [first] = await listAudioDevices(new Devices([{ ...desk, label: '' }]))
  expect(first?.label).toBe('Microphone 1')
})

test('the list is updated when devices appear or disappear, until the signal aborts', async () => {
  const devices = new Devices([])
  const lists: AudioDevice[][] = []
  const life = new AbortController()
  watchAudioDevices((list) => lists.push(list), {
    signal: life.signal,
    onError: () => expect.unreachable(),
    media: devices,
  })
  await eventually(() => expect(lists).toHaveLength(1))
  devices.inputs = [desk]
  devices.dispatchEvent(new Event('devicechange'))
  await eventually(() => expect(lists).toHaveLength(2))
  expect(lists[1]?.[0]?.label).toBe('Desk microphone')
  life.abort()
  const asked = vi.spyOn(devices, 'enumerateDevices')
  devices.dispatchEvent(new Event('devicechange'))
  expect(asked).not.toHaveBeenCalled()
})

test('a listing error goes to the error callback', async () => {
  const devices = new Devices([])
  devices.failure = new Error('no devices for you')
  const onError = vi.fn()
  watchAudioDevices(() => expect.unreachable(), { signal: new AbortController().signal, onError, media: devices })
  await eventually(() => expect(onError).toHaveBeenCalledWith('no devices for you'))
})
