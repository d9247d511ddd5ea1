/**
 * A page of a document. `text`: the text of the text layer. `pictures`: the number of pictures whose words can be
 * recognised. It is 0 for a page with text, because the pictures of such a page are not read.
 */
export interface ReadPage {
  text: string
  pictures: number
}

/**
 * The first message to a document process, which is a child process that runs `document-process.ts`. Each later message
 * is a page number.
 */
export interface DocumentRequest {
  kind: 'docx' | 'pdf' | 'image'
  bytes: Uint8Array
  /** Language data for recognising words in pictures. Null: pictures are only counted. */
  language: LanguageData | null
}

/** The folder of tesseract's language data on this system, and the name of the language there. */
export interface LanguageData {
  folder: string
  name: string
}

/**
 * Messages from a document process. First it sends the pages. Then, for each page number that it receives, it sends the
 * words in the pictures of that page.
 */
export type FromDocument =
  | { type: 'read'; pages: ReadPage[]; notices: string[] }
  | { type: 'words'; words: string }
  | { type: 'refused'; message: string; code: 'unsupported_type' | 'too_large' }
