import { expect, test } from 'vitest'
import {
  directoryEndpoints,
  type Endpoint,
  oauthEndpoints,
  publicEndpoints,
  recordingEndpoints,
  signInEndpoints,
  templateEndpoints,
  transcriptFileEndpoints,
  userEndpoints,
} from '../contracts/index.ts'
import { demandCall, seatHeaders } from './calls.ts'
import { readPolicy } from './read.ts'

const server = 'https://chartside.example'
const directoryId = '6f1cbb3e-6b0a-4d4c-9d54-0f3a2c1f7c11'
const credentials = { body: { email: 'ada@clinic.example', password: 'x' } }
const fields = { fields: [{ id: 'a', model: 4 }, { id: 'b' }] }

const refused: [string, object, Endpoint, unknown][] = [
  ['another server', { serverUrl: 'https://other.example' }, userEndpoints.getAccount, {}],
  ['signing in by password', { signInMethods: ['google'] }, publicEndpoints.loginEmail, credentials],
  ['signing in by phone', { signInMethods: ['email'] }, publicEndpoints.loginPhone, credentials],
  ['signing in with Google', { signInMethods: ['email'] }, oauthEndpoints.getGoogleUrl, { query: {} }],
  ['a code by mail', { signInMethods: ['google'] }, signInEndpoints.generateOneTimeCode, credentials],
  ['a code by phone', { signInMethods: ['email'] }, signInEndpoints.generateOneTimeCode, { body: { phone: '+1' } }],
  ['a new password', { signInMethods: [] }, signInEndpoints.startPasswordReset, { query: { email: 'a@b.example' } }],
  ['a new account', { disabledFeatures: ['registration'] }, publicEndpoints.register, credentials],
  ['the code of a new account', { disabledFeatures: ['registration'] }, signInEndpoints.confirmRegistration, {}],
  ['the portal', { disabledFeatures: ['portal'] }, signInEndpoints.generateOneTimeCode, { body: null }],
  ['a file', { disabledFeatures: ['files'] }, transcriptFileEndpoints.submitTranscriptFile, {}],
  ['a stored file', { disabledFeatures: ['files'] }, transcriptFileEndpoints.retryTranscriptFile, {}],
  ['a note with an old version', { minimumVersion: '1.2' }, userEndpoints.createReport, {}],
  ['notes of a group with an old version', { minimumVersion: '1.2' }, userEndpoints.createGroupReports, {}],
  ['sharing', { disabledFeatures: ['sharing'] }, templateEndpoints.shareLayout, {}],
  ['a note without a seat', { directoryId }, userEndpoints.createReport, {}],
  ['a list of notes without a seat', { directoryId }, userEndpoints.listReports, {}],
  ['a transcript without a seat', { directoryId }, userEndpoints.getTranscript, {}],
  ['a recording without a seat', { directoryId }, userEndpoints.createTranscriptionTicket, {}],
  ['sound without a seat', { directoryId }, recordingEndpoints.sendRecordingAudio, {}],
  ['a model in a new template', { models: [0] }, userEndpoints.createLayout, { body: fields }],
  ['no model, which is model 0', { models: [4] }, userEndpoints.createLayout, { body: fields }],
  ['a model in a saved template', { models: [0] }, userEndpoints.updateLayout, { body: { layout: fields } }],
  ['a model in an example', { models: [0] }, templateEndpoints.generateExamples, { body: { template: fields } }],
  [
    'another directory',
    { directoryId: '6f1cbb3e-6b0a-4d4c-9d54-0f3a2c1f7c11' },
    directoryEndpoints.chooseDirectory,
    { body: { directoryId: null } },
  ],
]

test.each(refused)('the request for %s is refused before it is sent', (_, policy, endpoint, input) => {
  const call = { endpoint, url: `${server}/api${endpoint.path}`, input }
  expect(() => demandCall(readPolicy(policy), call, server)).toThrow(
    /^(?:Your organisation (?:does not allow|needs)|You have no seat)/,
  )
  expect(() => demandCall(readPolicy({}), call, server)).not.toThrow()
  // The keys of this policy do not restrict this call.
  expect(() => demandCall(readPolicy({ serverUrl: server, popupButton: false }), call, server)).not.toThrow()
})

test('with a seat in the directory of the policy, the calls are sent, and name it to the server', () => {
  const reading = { ...readPolicy({ directoryId }), currentDirectoryId: directoryId }
  const endpoint = userEndpoints.createReport
  expect(() => demandCall(reading, { endpoint, url: server, input: {} }, server)).not.toThrow()
  expect(seatHeaders(reading, endpoint)).toEqual({ 'seat-directory': directoryId })
  expect(seatHeaders(reading, userEndpoints.logoutCurrent)).toEqual({})
  expect(seatHeaders(readPolicy({}), endpoint)).toEqual({})
})

test('without a seat, signing out, choosing the directory, and erasing are possible', () => {
  const reading = readPolicy({ directoryId })
  const free: [Endpoint, unknown][] = [
    [userEndpoints.getAccount, {}],
    [userEndpoints.logoutCurrent, {}],
    [directoryEndpoints.listDirectories, {}],
    [directoryEndpoints.acceptInvitation, {}],
    [directoryEndpoints.chooseDirectory, { body: { directoryId } }],
    [recordingEndpoints.eraseRecording, {}],
    [userEndpoints.deleteTranscript, {}],
  ]
  for (const [endpoint, input] of free)
    expect(() => demandCall(reading, { endpoint, url: server, input }, server), endpoint.path).not.toThrow()
})
