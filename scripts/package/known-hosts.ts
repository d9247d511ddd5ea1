/** The host of the server on this computer, which a package without a server of its own uses at first. */
export const ownServer = '127.0.0.1'

/**
 * Hosts that occur in the files of the packages, each with the reason. The extension itself sends requests only to one
 * of these hosts, the server on this computer (`127.0.0.1`). On the EHR hosts, it works in pages that the browser has
 * opened. A package with another host cannot be released until the host is listed here.
 */
export const knownHosts: Record<string, string> = {
  'www.w3.org': 'names of XML vocabularies, such as SVG',
  'json-schema.org': 'name of a JSON Schema version, in zod',
  'react.dev': 'address in an error message of React',
  'prosemirror.net': 'address in an error message of ProseMirror',
  'mantine.dev': 'address in an error message of Mantine',
  'github.com': 'address in an error message of a library',
  'example.com': 'an address that only completes relative ones',
  'empty.invalid': 'an address that only completes relative ones',
  'clinic.example': 'the address of a server as an example',
  [ownServer]: 'the server of this computer, until another one is set',
  '*.kipuworks.com': 'Kipu, an EHR',
  '*.crediblebh.com': 'Credible, an EHR',
  '*.advancedmd.com': 'AdvancedMD, an EHR',
  '*': 'the permission for one site at a time, which the user adds',
}
