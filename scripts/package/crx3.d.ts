// The package has no types of its own. Only what is used here is declared.
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
