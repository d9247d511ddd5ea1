import { at, type Change, copyOf, sameState } from './change.ts'
import type { Holder } from './holders.ts'

interface VueNode {
  el: unknown
  props: Record<string, unknown> | null
  dirs?: { dir: Record<string, unknown>; value: unknown }[] | null
  component: VueComponent | null
  children: unknown
  suspense?: { activeBranch: VueNode | null } | null
}
interface VueComponent {
  subTree: VueNode
  parent: VueComponent | null
  data: Record<string, unknown>
  setupState: Record<string, unknown>
}

const rootOf = (element: Element): VueNode | null => {
  for (let around: Element | null = element; around; around = around.parentElement) {
    const root = (around as { _vnode?: VueNode })._vnode
    if (root) return root
  }
  return null
}

/** Finds the Vue node of an element and its component. Returns null if Vue 3 did not render it. */
export function vueNode(element: Element): { node: VueNode; component: VueComponent | null } | null {
  const look = (node: VueNode | null | undefined, component: VueComponent | null): ReturnType<typeof vueNode> => {
    if (typeof node !== 'object' || node === null) return null
    if (node.component) return look(node.component.subTree, node.component)
    if (node.suspense) return look(node.suspense.activeBranch, component)
    if (node.el === element) return { node, component }
    if (!Array.isArray(node.children)) return null
    for (const child of node.children as VueNode[]) {
      const found = look(child, component)
      if (found) return found
    }
    return null
  }
  return look(rootOf(element), null)
}

/**
 * Returns the last rendered `v-model` value of a radio or checkbox, with its setter. Returns null if it has no
 * `v-model`.
 */
export function vueModel({ node }: { node: VueNode }): { value: unknown; assign(value: unknown): void } | null {
  const assign = node.props?.['onUpdate:modelValue']
  const model = node.dirs?.find(({ dir }) => 'created' in dir && 'beforeUpdate' in dir)
  if (!assign || !model) return null
  return {
    value: model.value,
    assign(value) {
      for (const each of [assign].flat() as ((value: unknown) => void)[]) each(value)
    },
  }
}

/** Vue changes its states in place, so each value is set on the existing object. */
function stateHolder(state: Record<string, unknown>): Holder {
  return {
    self: state,
    read: () => copyOf({ ...state }),
    takeBack(changes: Change[]) {
      for (const { path, before, after } of changes) {
        const last = path.at(-1)
        const inside = path
          .slice(0, -1)
          .reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], state)
        if (last === undefined || typeof inside !== 'object' || inside === null) continue
        if (sameState(at(copyOf({ ...state }), path), after)) (inside as Record<string, unknown>)[last] = before
      }
    },
  }
}

/** All component states around an element, innermost first. */
export function vueHolders(element: Element): Holder[] {
  const holders: Holder[] = []
  for (let component = vueNode(element)?.component ?? null; component; component = component.parent)
    for (const state of [component.data, component.setupState])
      if (state && Object.keys(state).length > 0) holders.push(stateHolder(state))
  return holders
}
