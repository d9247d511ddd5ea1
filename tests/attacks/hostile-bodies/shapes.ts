/** Repeats a text until it has about this many bytes. */
export const filled = (text: string, bytes: number) => text.repeat(Math.floor(bytes / Buffer.byteLength(text)))

/** Bodies of at most `bytes` that cost a parser more than their size, or than the values that they carry. */
export const shapes: Record<string, (bytes: number) => string> = {
  'lists in lists': (bytes) => filled('[', bytes / 2) + filled(']', bytes / 2),
  'lists that never close': (bytes) => filled('[', bytes),
  'objects in objects': (bytes) => filled('{"a":', bytes / 2) + filled('}', bytes / 10),
  'many empty lists': (bytes) => `[${filled('[],', bytes - 6)}[]]`,
  'many keys': (bytes) =>
    `{${Array.from({ length: bytes / 16 }, (_, key) => `"k${key}":0`)
      .join()
      .slice(0, bytes - 9)}`,
  'one key again and again': (bytes) => `{${filled('"fields":1,', bytes - 16)}"fields":1}`,
  'one long number': (bytes) => `{"name":${filled('9', bytes - 16)}}`,
  'escapes only': (bytes) => `{"name":"${filled('\\u0000', bytes - 16)}"}`,
  'quotes and backslashes': (bytes) => `{"name":"${filled('\\\\\\"', bytes - 16)}"}`,
  'half surrogates': (bytes) => `{"name":"${filled('\\ud800', bytes - 16)}"}`,
  'spaces only': (bytes) => `{${filled(' ', bytes - 16)}"name":1}`,
  prototypes: (bytes) => `{"name":"${filled('__proto__', bytes - 64)}","fields":[{"__proto__":{}}]}`,
}
