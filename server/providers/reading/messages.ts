/** A page as it is read: its text layer, and how many pictures it shows. */
export interface ReadPage {
  text: string
  pictures: number
}

/** What the process of a document is given first. */
export interface DocumentRequest {
  kind: 'docx' | 'pdf' | 'image'
  bytes: Uint8Array
  /** The language data with which the words of pictures are read; null where they are only counted. */
  language: LanguageData | null
}

/** Where the system keeps the language data of tesseract, and its name there. */
export interface LanguageData {
  folder: string
  name: string
}

/** What it answers: the pages once, then the words on the pictures of each page whose number it is sent. */
export type FromDocument =
  | { type: 'read'; pages: ReadPage[] }
  | { type: 'words'; words: string }
  | { type: 'refused'; message: string; code: 'unsupported_type' | 'too_large' }
