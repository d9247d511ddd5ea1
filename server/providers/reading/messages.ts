/**
 * A page of a document. `text`: the text of the text layer. `pictures`: the number of pictures whose words can be
 * recognised. Small pictures of a page with text, such as a letterhead, are not counted.
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
  /** True if it is the data of another language with the same letters. */
  isOther: boolean
}

/**
 * Messages from a document process. First it sends the pages. Then, for each page number that it receives, it sends the
 * words in the pictures of that page, null if they cannot be recognized with confidence.
 */
export type FromDocument =
  | { type: 'read'; pages: ReadPage[]; notices: string[] }
  | { type: 'words'; words: string | null }
  | { type: 'refused'; message: string; code: 'unsupported_type' | 'too_large' }
