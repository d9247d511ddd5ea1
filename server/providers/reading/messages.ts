/** A page as it is read: its text layer, and how many pictures it shows. */
export interface ReadPage {
  text: string
  pictures: number
}

/** What a document's thread is given. */
export interface DocumentRequest {
  kind: 'docx' | 'pdf'
  bytes: Uint8Array
}

/** What it tells: the pages once, then the pictures of each page whose number it is sent, as PNM files. */
export type FromDocument =
  | { type: 'read'; pages: ReadPage[] }
  | { type: 'pictures'; pictures: Uint8Array[] }
  | { type: 'refused'; message: string }
