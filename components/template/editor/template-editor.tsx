import { Button, VisuallyHidden } from '@mantine/core'
import { startTransition, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { DynamicField, Field, Template } from '../../../lib/contracts/index.ts'
import { matchesSearch, templateProblems, withLanguage } from '../../../lib/template/index.ts'
import { EmptyFace, LoadingCards } from '../../ui/faces.tsx'
import { IconPlus, IconSearch, IconSparkles, IconTemplate } from '../../ui/icons.ts'
import type { NamedModel } from '../dialogs/model-names.ts'
import type { TemplateDraftPort } from '../draft-port.ts'
import type { EditorHost, EditorProperties } from '../editor-properties.ts'
import { DynamicFields } from './dynamic-fields.tsx'
import { EditorHead } from './editor-head.tsx'
import { EditorPanels, type Panel } from './editor-panels.tsx'
import { FieldList } from './field-list.tsx'
import type { FieldAction } from './field-row.tsx'
import { FieldSearch } from './field-search.tsx'
import { InstructionsCard } from './instructions-card.tsx'
import { NoteLanguage } from './note-language.tsx'
import { type OpenedMenu, RowMenu } from './row-menu.tsx'
import { RowTooltip } from './row-tooltip.tsx'
import { SaveNotices } from './save-notices.tsx'
import classes from './template-editor.module.css'
import { useEditorKeys } from './use-editor-keys.ts'
import { useFieldActions } from './use-field-actions.ts'
import { useFocus } from './use-focus.ts'
import { useTemplateDraft } from './use-template-draft.ts'

export interface TemplateEditorProps {
  /** The saved template. If it changes while there are unsaved edits, the user is asked which version to keep. */
  template: Template
  /** The fields made from the page's form. Undefined if there is no such page. */
  dynamicFields?: readonly DynamicField[]
  properties: EditorProperties
  host: EditorHost
  models: readonly NamedModel[]
  /** A text from the host that the head shows, for example the version. */
  status?: string
  /**
   * Stores unsaved changes, so that they are restored when the editor is opened again. Undefined: they are not stored.
   */
  draft?: TemplateDraftPort
  onBack?: () => void
}

/** The template editor (product 2.6). */
export function TemplateEditor(props: TemplateEditorProps) {
  const { dynamicFields, properties, host, models, status, draft: port, onBack } = props
  const draft = useTemplateDraft({ template: props.template, host, port })
  const { template, change, save, dirty } = draft
  const { fields } = template
  const actions = useFieldActions(draft, host.onError)
  useEditorKeys(draft)
  const shows = (property: EditorProperties[number]) => properties.includes(property)

  const [search, setSearch] = useState('')
  const looked = useDeferredValue(search)
  const visibleFields = useMemo(
    () => (looked === '' ? fields : fields.filter((field) => matchesSearch(field, looked))),
    [fields, looked],
  )
  const showsAllRows = useAllRows(fields.length)
  const rows = useMemo(
    () => (showsAllRows ? visibleFields : visibleFields.slice(0, firstRows)),
    [showsAllRows, visibleFields],
  )
  const problems = useMemo(() => problemsById(fields), [fields])
  const focus = useFocus()
  const [panel, setPanel] = useState<Panel | null>(null)
  const [menu, setMenu] = useState<(OpenedMenu & { dynamic: boolean }) | null>(null)
  const openPanel = (newPanel: Panel) => {
    focus.remember()
    setPanel(newPanel)
  }
  const onClosePanel = useCallback(() => {
    setPanel(null)
    focus.giveBack()
  }, [focus])

  const onAct = useCallback(
    (action: FieldAction, fieldId: string) => {
      switch (action) {
        case 'open':
        case 'quick':
        case 'settings':
        case 'delete':
          focus.remember()
          return setPanel({ kind: action, fieldId, dynamic: false })
        case 'up':
        case 'down':
          actions.moveBy(fieldId, action === 'up' ? -1 : 1)
          return focus.toField(fieldId)
        case 'disable':
          return actions.toggle(fieldId)
        case 'duplicate':
          return focus.toField(actions.duplicate(fieldId) ?? fieldId)
      }
    },
    [actions.moveBy, actions.toggle, actions.duplicate, focus],
  )
  const onActDynamic = useCallback(
    (action: FieldAction, fieldId: string) => {
      if (action !== 'open' && action !== 'quick') return
      focus.remember()
      setPanel({ kind: action, fieldId, dynamic: true })
    },
    [focus],
  )
  const onMenu = useCallback((fieldId: string, button: HTMLElement) => setMenu({ fieldId, button, dynamic: false }), [])
  const onMenuDynamic = useCallback(
    (fieldId: string, button: HTMLElement) => setMenu({ fieldId, button, dynamic: true }),
    [],
  )
  const openedIn = (dynamic: boolean) => (menu?.dynamic === dynamic ? menu.fieldId : null)
  const chosenIn = (dynamic: boolean) => (panel?.kind === 'open' && panel.dynamic === dynamic ? panel.fieldId : null)

  const savable = shows('save') && host.save !== undefined
  // Disabled with `aria-disabled`, because `disabled` would take the focus from the button when the save succeeds.
  const isClean = !dirty && draft.saveState.kind !== 'saving'
  const saveButton = (place: 'top' | 'bottom') => (
    <Button
      size={place === 'top' ? 'sm' : 'md'}
      fullWidth={place === 'bottom'}
      variant={dirty ? 'filled' : 'default'}
      aria-busy={draft.saveState.kind === 'saving' || undefined}
      data-disabled={isClean || undefined}
      aria-disabled={isClean || undefined}
      onClick={() => {
        if (!isClean) void save()
      }}
    >
      Save
    </Button>
  )

  if (!draft.ready) return <LoadingCards />
  return (
    <div className={classes.editor} ref={focus.root}>
      <EditorHead
        draft={draft}
        properties={properties}
        host={host}
        status={status}
        save={savable && saveButton('top')}
        onModels={() => openPanel({ kind: 'models' })}
        onBack={onBack}
      />
      <SaveNotices draft={draft} />
      {shows('instructions') && (
        <InstructionsCard
          value={template.instructions}
          onChange={(instructions) => change((oldTemplate) => ({ ...oldTemplate, instructions }), 'instructions')}
        />
      )}
      {shows('language') && (
        <NoteLanguage
          value={template.language}
          onChange={(language) => change((oldTemplate) => withLanguage(oldTemplate, language))}
        />
      )}
      <div className={classes.bar}>
        <FieldSearch onSearch={setSearch} />
        {shows('add') && (
          <Button
            size="sm"
            variant="light"
            data-add
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => openPanel({ kind: 'add' })}
          >
            Add Field
          </Button>
        )}
      </div>
      <VisuallyHidden role="status">
        {looked === '' ? actions.announcement : `${visibleFields.length} of ${fields.length} fields`}
      </VisuallyHidden>
      {visibleFields.length > 0 ? (
        <RowTooltip fields={fields}>
          <FieldList
            fields={fields}
            shown={rows}
            problems={problems}
            chosenId={chosenIn(false)}
            menuId={openedIn(false)}
            onMove={actions.move}
            onAct={onAct}
            onMenu={onMenu}
          />
        </RowTooltip>
      ) : (
        <Empty searching={looked !== ''} canAdd={shows('add')} />
      )}
      {shows('generate-fields') && host.generateFields && (
        <Button
          variant="default"
          leftSection={<IconSparkles size={16} aria-hidden />}
          onClick={() => openPanel({ kind: 'generate' })}
        >
          Generate Fields
        </Button>
      )}
      {dynamicFields && dynamicFields.length > 0 && (
        <RowTooltip fields={dynamicFields}>
          <DynamicFields
            fields={dynamicFields}
            chosenId={chosenIn(true)}
            menuId={openedIn(true)}
            fixed={host.changeDynamicField === undefined}
            onInfo={() => openPanel({ kind: 'dynamic-info' })}
            onAct={onActDynamic}
            onMenu={onMenuDynamic}
          />
        </RowTooltip>
      )}
      {savable && saveButton('bottom')}
      <RowMenu
        menu={menu}
        disabled={fields.find(({ id }) => id === menu?.fieldId)?.disabled === true}
        actions={
          menu?.dynamic ? dynamicActions : actionsOf(fields, visibleFields === fields, menu?.fieldId, shows('models'))
        }
        onAct={(action, fieldId) => {
          // Focus the row's button before the action. If the action opens a dialog, the dialog returns the focus to the
          // button when it closes. The dialog could not return the focus to the menu item, because the menu is closed
          // by then.
          menu?.button.focus()
          if (menu?.dynamic) onActDynamic(action, fieldId)
          else onAct(action, fieldId)
        }}
        onClose={() => {
          menu?.button.focus()
          setMenu(null)
        }}
      />
      <EditorPanels
        panel={panel}
        template={template}
        dynamicFields={dynamicFields ?? []}
        properties={properties}
        host={host}
        models={models}
        actions={actions}
        onPanel={setPanel}
        onFocus={focus.toField}
        onClose={onClosePanel}
      />
    </div>
  )
}

/**
 * The number of rows that are rendered first, enough to fill the screen. The other rows follow in a transition, so that
 * typing is not blocked.
 */
const firstRows = 30

/** Returns true if all rows may be rendered, not only the first ones. */
function useAllRows(count: number): boolean {
  const [all, setAll] = useState(count <= firstRows)
  useEffect(() => startTransition(() => setAll(true)), [])
  return all
}

function Empty({ searching, canAdd }: { searching: boolean; canAdd: boolean }) {
  if (searching)
    return (
      <EmptyFace icon={<IconSearch size={24} />} title="No field fits">
        Try another word, or clear the search.
      </EmptyFace>
    )
  return (
    <EmptyFace icon={<IconTemplate size={24} />} title="No fields yet">
      {canAdd ? 'Each field becomes one part of the note. Add the first field.' : 'This template has no fields.'}
    </EmptyFace>
  )
}

const dynamicActions: ReadonlySet<FieldAction> = new Set(['open', 'quick'])

function actionsOf(
  fields: readonly Field[],
  movable: boolean,
  fieldId: string | undefined,
  withModels: boolean,
): ReadonlySet<FieldAction> {
  const index = fields.findIndex(({ id }) => id === fieldId)
  const actions = new Set<FieldAction>(['open', 'quick', 'duplicate', 'disable', 'delete'])
  if (withModels) actions.add('settings')
  if (movable && index > 0) actions.add('up')
  if (movable && index < fields.length - 1) actions.add('down')
  return actions
}

function problemsById(fields: Field[]): ReadonlyMap<string, string> {
  const problemByField = new Map<string, string>()
  for (const { fieldId, message } of templateProblems({ fields }))
    if (fieldId !== undefined && !problemByField.has(fieldId)) problemByField.set(fieldId, message)
  return problemByField
}
