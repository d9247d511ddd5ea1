import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]
const texts = /\.(?:css|html|js|json|svg)$/
/** Smaller files fit into one packet anyway. */
const leastBytes = 1400

export async function compressFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name)
    if (!texts.test(name) || (await stat(path)).size < leastBytes) continue
    const bytes = await readFile(path)
    // Quality 9 takes 4 s instead of 0.1 s for the portal, for 1 % fewer bytes.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    await writeFile(`${path}.br`, await brotli(bytes, { params }))
    await writeFile(`${path}.gz`, await zip(bytes))
  }
}
