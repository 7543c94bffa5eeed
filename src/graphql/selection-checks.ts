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
 * Validation rule: no field stands in the answer under two names. What is selected is then never much larger than what it is selected from, whatever
 * aliases and fragments a document of a few lines has.
 */
export const fieldsOnce = (context: ValidationContext): ASTVisitor => ({
  OperationDefinition({ selectionSet }) {
    walk({ context, names: new Map(), spread: new Set() }, selectionSet, context.getType(), '');
  },
});

interface Walk {
  context: ValidationContext;
  /** The name in the answer of each field that was met, by its place. */
  names: Map<string, string>;
  /** Fragments that were followed, by the place where they were. */
  spread: Set<string>;
}

type Type = GraphQLNamedType | GraphQLOutputType | null | undefined;

/** `place` is made of the types and fields that lead here. What other rules refuse is passed over. */
function walk(state: Walk, { selections }: SelectionSetNode, type: Type, place: string): void {
  const typeNamed = (name: string | undefined): Type => (name ? state.context.getSchema().getType(name) : type);
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) walkField(state, selection, type, place);
    else if (selection.kind === Kind.INLINE_FRAGMENT)
      walk(state, selection.selectionSet, typeNamed(selection.typeCondition?.name.value), place);
    else {
      const fragment = state.context.getFragment(selection.name.value);
      const visit = `${place}...${selection.name.value}`;
      if (!fragment || state.spread.has(visit)) continue;
      state.spread.add(visit);
      walk(state, fragment.selectionSet, typeNamed(fragment.typeCondition.name.value), place);
    }
  }
}

function walkField(state: Walk, field: FieldNode, type: Type, place: string): void {
  const name = field.name.value;
  const here = `${place}/${String(type)}.${name}`;
  const key = field.alias?.value ?? name;
  if ((state.names.get(here) ?? key) !== key) {
    state.context.reportError(new GraphQLError(`"${name}" is selected under two names.`, { nodes: field }));
    return;
  }
  state.names.set(here, key);
  const definition = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
  if (definition && field.selectionSet) walk(state, field.selectionSet, getNamedType(definition.type), here);
}
