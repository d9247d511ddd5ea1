import type { FaultProxy } from './fault-proxy.ts'

/** A network fault during a recording. Times are seconds of the recording. */
export interface Fault {
  name: string
  seconds: number
  /** Playback speed, as a multiple of real time. */
  speed: number
  at(second: number, proxy: FaultProxy): void
}

export const faults: readonly Fault[] = [
  {
    name: '3 resets',
    seconds: 20,
    speed: 10,
    at: (second, proxy) => {
      if (second === 4 || second === 9 || second === 13) proxy.reset()
    },
  },
  {
    name: '4 s black hole',
    seconds: 25,
    speed: 10,
    at: (second, proxy) => {
      if (second === 6) proxy.blackHole(true)
      if (second === 10) proxy.blackHole(false)
    },
  },
  {
    name: 'half-open server that goes on writing',
    seconds: 25,
    speed: 10,
    at: (second, proxy) => {
      if (second === 7 || second === 14) proxy.halfOpen()
    },
  },
  {
    name: 'flap every 5 s',
    seconds: 40,
    speed: 10,
    at: (second, proxy) => {
      if (second % 5 === 4) proxy.outage(true)
      if (second % 5 === 0) proxy.outage(false)
    },
  },
  {
    name: '60 s outage',
    seconds: 90,
    speed: 20,
    at: (second, proxy) => {
      if (second === 10) proxy.outage(true)
      if (second === 70) proxy.outage(false)
    },
  },
  {
    name: '10 min outage',
    seconds: 640,
    speed: 60,
    at: (second, proxy) => {
      if (second === 15) proxy.outage(true)
      if (second === 615) proxy.outage(false)
    },
  },
]
