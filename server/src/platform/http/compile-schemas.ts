import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import { Compile } from 'typebox/compile'

type Serializer = ReturnType<FastifySerializerCompiler<object>>
type Validator = ReturnType<FastifySchemaCompiler<object>>

const writeCompiler = SerializerSelector()({}, {})
const serializers = new WeakMap<object, Serializer>()
const validators = { body: new WeakMap<object, Validator>(), rest: new WeakMap<object, Validator>() }

/**
 * Compiling the schemas of all calls under both bases would dominate startup. Each schema is compiled once, on first
 * use.
 */
export function compileSchemasOnce(app: FastifyInstance): void {
  app.setValidatorCompiler<object>((route) =>
    route.httpPart === 'body'
      ? once(validators.body, route.schema, () => whenNeeded(() => TypeBoxValidatorCompiler(route)))
      : once(validators.rest, route.schema, () => whenNeeded(() => checkThenConvert(route))),
  )
  app.setSerializerCompiler<object>((route) =>
    once(serializers, route.schema, () => whenNeeded(() => writeCompiler({ httpStatus: '200', ...route }))),
  )
}

function whenNeeded<Given, Result>(compile: () => (given: Given) => Result): (given: Given) => Result {
  let compiled: ((given: Given) => Result) | undefined
  return (given) => {
    compiled ??= compile()
    return compiled(given)
  }
}

/** Skips conversion if the value already matches, as most do: conversion takes longer than validation. */
function checkThenConvert(route: Parameters<typeof TypeBoxValidatorCompiler>[0]): Validator {
  const check = Compile(route.schema)
  let convert: Validator | undefined
  return (value) => {
    if (check.Check(value)) return { value }
    convert ??= TypeBoxValidatorCompiler(route)
    return convert(value)
  }
}

function once<Compiled>(made: WeakMap<object, Compiled>, schema: object, compile: () => Compiled): Compiled {
  const known = made.get(schema)
  if (known) return known
  const compiled = compile()
  made.set(schema, compiled)
  return compiled
}
