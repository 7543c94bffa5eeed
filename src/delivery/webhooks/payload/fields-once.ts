import {
  type ASTVisitor,
  type FieldNode,
  getNamedType,
  GraphQLError,
  type GraphQLOutputType,
  type GraphQLNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/**
 * Validation rule: no field is selected under two names. The result is then never much larger than the event, whatever
 * aliases and fragments a short document has.
 */
export const fieldsOnce = (context: ValidationContext): ASTVisitor => ({
  OperationDefinition({ selectionSet }) {
    walk({ context, names: new Map(), spread: new Set() }, selectionSet, context.getType(), '');
  },
});

interface Walk {
  context: ValidationContext;
  /** The response name of each visited field, by its path. */
  names: Map<string, string>;
  /** Visited fragment spreads, with their path. */
  spread: Set<string>;
}

type Type = GraphQLNamedType | GraphQLOutputType | null | undefined;

/** `path` consists of the types and fields that lead here. Mistakes that other rules report are ignored. */
function walk(state: Walk, { selections }: SelectionSetNode, type: Type, path: string): void {
  const typeNamed = (name: string | undefined): Type => (name ? state.context.getSchema().getType(name) : type);
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) walkField(state, selection, type, path);
    else if (selection.kind === Kind.INLINE_FRAGMENT)
      walk(state, selection.selectionSet, typeNamed(selection.typeCondition?.name.value), path);
    else {
      const fragment = state.context.getFragment(selection.name.value);
      const visit = `${path}...${selection.name.value}`;
      if (!fragment || state.spread.has(visit)) continue;
      state.spread.add(visit);
      walk(state, fragment.selectionSet, typeNamed(fragment.typeCondition.name.value), path);
    }
  }
}

function walkField(state: Walk, field: FieldNode, type: Type, path: string): void {
  const name = field.name.value;
  const here = `${path}/${String(type)}.${name}`;
  const key = field.alias?.value ?? name;
  if ((state.names.get(here) ?? key) !== key) {
    state.context.reportError(new GraphQLError(`"${name}" is selected under two names.`, { nodes: field }));
    return;
  }
  state.names.set(here, key);
  const definition = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
  if (definition && field.selectionSet) walk(state, field.selectionSet, getNamedType(definition.type), here);
}
