// The package `crx3` contains no types. This file declares only the types that are used here.
declare module 'crx3' {
  import type { Readable } from 'node:stream'

  interface Options {
    keyPath: string
    crxPath: string
  }
  interface Written {
    appId: string
  }
  export default function crx3(zip: Readable, options: Options): Promise<Written>
}
