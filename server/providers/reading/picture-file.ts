import { isHeic } from './file-kind.ts'
import { openHeic } from './heic.ts'
import { tiffPages } from './picture-parts.ts'
import { UnreadableFile } from './refused.ts'

const picturesMax = 100

/**
 * Returns the pictures of a file, each as a file that tesseract.js reads. A HEIC file may hold several photos, a TIFF file
 * several pages. Throws `UnreadableFile` if the file is damaged.
 */
export async function picturesOf(file: Buffer): Promise<(() => Buffer)[]> {
  if (isHeic(file)) {
    const photos = await openHeic(file)
    if (photos.count > picturesMax) throw tooMany()
    return Array.from({ length: photos.count }, (_, index) => () => photos.draw(index))
  }
  const isTiff = file[0] === file[1] && (file[0] === 0x49 || file[0] === 0x4d)
  if (!isTiff) return [() => file]
  const pages = tiffPages(file, picturesMax)
  if (pages === null) throw tooMany()
  return pages
}

const tooMany = () =>
  new UnreadableFile(`This picture is damaged, or it has more than ${picturesMax} pages. Send it in parts.`)
