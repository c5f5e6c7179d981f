/** NestJS on Fastify with nothing in it: what a service weighs before it does anything. */
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { serve } from '../lib/child.mjs';

class Empty {}
Module({})(Empty);
const app = await NestFactory.create(Empty, new FastifyAdapter(), { logger: false });
await app.listen(0, '127.0.0.1');

serve({ ready: async () => true, end: () => app.close() });
