import { expect, test } from 'vitest'
import { siteOf } from './sites-port.ts'

test('a site is the host of a page with a protected address; others cannot be kept', () => {
  expect(siteOf('https://ehr.clinic.example:8443/chart/12?visit=3')).toBe('ehr.clinic.example')
  expect(['http://ehr.clinic.example/', 'file:///note.html', 'about:blank', ''].map(siteOf)).toEqual([
    null,
    null,
    null,
    null,
  ])
})
