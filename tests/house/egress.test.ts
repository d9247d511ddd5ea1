import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, sourceFiles } from './source-files.ts'

/**
 * Every source file of the extension, without comments. The portal is left out, because it is a web page and sends its
 * own requests.
 */
const files = sourceFiles
  .filter((path) => /^(?:lib|components|entrypoints)\//.test(path))
  .map((path) => ({
    path,
    code: readFileSync(join(root, path), 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/^\s*\/\/.*$/gm, ''),
  }))
const using = (pattern: RegExp) => files.filter(({ code }) => pattern.test(code)).map(({ path }) => path)

/** Ways in which a page can send something. */
const ways =
  /(?<![.\w])fetch\(|\bnew (?:WebSocket|EventSource|XMLHttpRequest|WebTransport|RTCPeerConnection|SharedWorker)\b|\bsendBeacon\b|\bglobalThis\.(?:fetch|WebSocket)\b|= fetch\b/

test('nothing but the door sends a request or opens a connection', () => {
  expect(using(ways)).toEqual([
    // `server-check.ts` and `socket.ts` take the function or class that sends as an argument. The defaults of this
    // argument, the global `fetch` and `WebSocket`, are for the portal and for programs outside the extension.
    'lib/api/server-check.ts',
    'lib/egress/door.ts',
    // This file has a method named `fetch`, which reads the disk and sends nothing.
    'lib/transcript/sending/disk-backlog.ts',
    'lib/transcript/socket/socket.ts',
  ])
  expect(using(/from 'ky'/)).toEqual(['lib/api/client.ts'])
})

test('clients and sockets of the extension are made with the door and nowhere else', () => {
  const makers = /\b(?:createClient|createSessionKeeper|createSocket|askServer)\(/
  const own = using(makers).filter((path) => !/^lib\/(?:api|transcript)\//.test(path))
  expect(own).toEqual(['lib/browser/egress.ts', 'entrypoints/offscreen/egress.ts'])
  for (const { code } of files.filter(({ path }) => own.includes(path))) {
    const made = [...code.matchAll(/\b(?:createClient|createSessionKeeper|createSocket|askServer)\((.*)\)/g)]
    expect(made.length).toBeGreaterThan(0)
    expect(made.filter(([, args = '']) => !/oor\.(?:send|WebSocket)/.test(args))).toEqual([])
  }
})

test('a page that the browser opens with data of ours is listed', () => {
  const opening = files.filter(({ code }) => /launchWebAuthFlow|tabs\.create\(\{ url(?:: `|,| })/.test(code))
  expect(opening.length).toBeGreaterThan(1)
  expect(opening.filter(({ code }) => !code.includes('door.list(')).map(({ path }) => path)).toEqual([])
})
