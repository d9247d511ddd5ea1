import type { PageField } from '../../../lib/page/shapes.ts'
import * as data from './data.ts'
import type { Shown } from './scenes.ts'

const button = (name: string) => ({ role: 'button', name })
const item = (name: string) => ({ role: 'menuitem', name })
const widths = [360, 600, 1200]
const ownLayout = `/templates/${data.ids.ownLayout}`
const list = { path: '/templates', widths } as const
const menu = button('Actions for DAP note')

const formField = (id: string, label: string): PageField => ({
  id,
  label,
  section: '',
  kind: 'long_text',
  options: [],
  value: [],
  names: [id],
  rule: 'accessible',
  score: 1,
})

/** Scenes of the list of templates, of one template in the panel or in a tab, and of their dialogs. */
export const layoutScenes: Record<string, Shown> = {
  'layouts-filters': { ...list, shows: 'Any source', clicks: [button('Filters')] },
  'layouts-group': {
    ...list,
    shows: 'DAP note',
    clicks: [button('Outpatient 1 template')],
    waitsFor: '[aria-label="All groups"]',
  },
  'layouts-none': { ...list, shows: 'No templates yet', layouts: 'none' },
  'layouts-failed': { ...list, shows: 'could not read', layouts: 'fail' },
  'layouts-away': { ...list, shows: 'The server does not answer', away: true },
  'layouts-kept': {
    ...list,
    shows: 'You see the templates as they were',
    away: true,
    lastList: { email: data.email, keptAt: '2026-11-21T09:00:00.000Z', layouts: data.layouts },
  },
  'layouts-menu': { ...list, shows: 'Versions', clicks: [menu], waitsFor: '[role="menuitem"]' },
  'layouts-new': { ...list, shows: 'Kind of template', clicks: [button('New')] },
  'layouts-new-description': {
    ...list,
    shows: 'Make the template',
    clicks: [button('New'), button('Description')],
    waitsFor: 'textarea',
  },
  'layouts-new-example': {
    ...list,
    shows: 'Paste a note',
    clicks: [button('New'), button('Example note')],
  },
  'layouts-import': {
    ...list,
    shows: '“Picture” was left out',
    chosenFile: JSON.stringify({
      resourceType: 'Questionnaire',
      title: 'Pain',
      status: 'draft',
      item: [
        { linkId: '1', text: 'Any pain?', type: 'boolean' },
        { linkId: '2', text: 'Picture', type: 'attachment' },
      ],
    }),
  },
  'layouts-import-refused': { ...list, shows: 'This file was not imported', chosenFile: '{"fields": [' },
  'layouts-share': { ...list, shows: 'Share this template', clicks: [menu, item('Share')] },
  'layouts-share-organisation': {
    ...list,
    shows: 'Share with Harbour Street Counseling',
    organisations: 'one',
    clicks: [menu, item('Share')],
  },
  'layouts-details': { ...list, shows: 'What a note costs', clicks: [menu, item('Details')] },
  'layouts-delete': { ...list, shows: 'Are you sure', clicks: [menu, item('Delete')] },
  'layout-edit': { path: ownLayout, widths, shows: 'Risk discussed' },
  'layout-of-form': {
    path: `/templates/${data.ids.formLayout}`,
    widths,
    shows: 'Dynamic Fields',
    page: { status: 'ready', reading: { ...data.reading, fields: [formField('goal', 'Goal 1')] } },
  },
  'layout-tab': { path: ownLayout, widths, view: 'template-tab', inTab: true, shows: 'Risk discussed' },
  'layout-tab-list': { ...list, view: 'template-tab', inTab: true, shows: 'DAP note' },
  'layout-generate': {
    path: `${ownLayout}/generate`,
    widths,
    view: 'template-tab',
    inTab: true,
    shows: 'For DAP note',
  },
  'layout-public': { path: `/templates/${data.ids.publicLayout}`, widths, shows: 'This is a public template' },
  'layout-view-only': { path: `/templates/${data.ids.sharedLayout}`, widths, shows: 'view-only access' },
  'layout-view-only-form': {
    path: `/templates/${data.ids.sharedLayout}`,
    widths,
    shows: 'Dynamic Fields',
    page: { status: 'ready', reading: { ...data.reading, fields: [formField('goal', 'Goal 1')] } },
  },
  'layout-versions': {
    path: `${ownLayout}/versions`,
    widths,
    shows: 'first try',
    clicks: [button('Compare version 6')],
  },
}
