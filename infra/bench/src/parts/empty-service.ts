/** An empty NestJS application on Fastify. It shows the memory of a service before it does anything. */
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { serve } from '../part.ts';

@Module({})
class Empty {}

const app = await NestFactory.create(Empty, new FastifyAdapter(), { logger: false });
await app.listen(0, '127.0.0.1');

const functions = { start: async () => true, end: () => app.close() };
export type EmptyServicePart = typeof functions;
serve(functions);
